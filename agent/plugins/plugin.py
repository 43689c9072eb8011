"""A plugin of livekit-agents by its name: found, made in the plugins' own loop, and its failures in one line.

What a plugin says about a failure may hold a key, so it is not repeated.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Generic, TypeVar

from livekit.agents import APIConnectionError, APIError, APIStatusError, APITimeoutError

from agent.plugins.loop import MAKING_SECONDS, plugin_loop
from config.errors import ProviderError

Made = TypeVar("Made")


@dataclass(frozen=True)
class Plugin(Generic[Made]):
    """One kind of thing that plugins have.

    Args:
        part: what it is called in an error.
        kind: its base class in livekit-agents, after which the plugin's own is named.
        does: what it turns into what.
        settings: where its options are set.
    """

    part: str
    kind: Any  # mypy takes no abstract class for a type[Made]
    does: str
    settings: str

    def made(self, plugin: str, options: Mapping[str, Any]) -> Made:
        """Of the plugin with this name, with these options.

        Raises ProviderError: the plugin is not installed, or cannot be made with these options.
        """
        kind, given = self._found(plugin), dict(options)

        async def make() -> Made:  # many expect a loop to be there
            return kind(**given)

        try:
            return plugin_loop().start(make).result(MAKING_SECONDS)
        except TypeError as error:  # Python's own words about arguments; a value that was given is not in them
            told = f"cannot be made with {', '.join(given) or 'no options'} ({error})"
            raise self.failure(f"{told}; see {self.settings}") from None
        except Exception as error:  # mostly that there is no key
            told = f"cannot be made ({type(error).__name__}); is its key in the environment?"
            raise self.failure(f"{told} Its options are in {self.settings}") from None

    def explained(self, error: Exception, otherwise: str) -> ProviderError | TimeoutError:
        """What a call of it raised; `otherwise`: what has happened if it is nothing that livekit-agents knows."""
        if isinstance(error, ProviderError):
            return error
        if isinstance(error, (APITimeoutError, TimeoutError)):
            return TimeoutError()
        if isinstance(error, APIStatusError):
            refused = error.status_code in (401, 403)
            told = "refused the key" if refused else "the service failed" if error.retryable else "refused the request"
            return self.failure(f"{told} ({error.status_code})", retryable=error.retryable and not refused)
        if isinstance(error, APIConnectionError):
            return self.failure("its service cannot be reached", retryable=True)
        retryable = isinstance(error, APIError) and error.retryable
        return self.failure(f"{otherwise} ({type(error).__name__})", retryable=retryable)

    def failure(self, reason: str, *, retryable: bool = False) -> ProviderError:
        return ProviderError(self.part, reason, retryable=retryable)

    def _found(self, plugin: str) -> type[Made]:
        if not re.fullmatch(r"[a-z][a-z0-9_]{0,40}", plugin):
            raise self.failure("a plugin is named as in livekit.plugins, such as livekit:deepgram")
        package = f"livekit-plugins-{plugin.replace('_', '-')}"
        try:
            kind: Any = getattr(import_module(f"livekit.plugins.{plugin}"), self.kind.__name__)
        except ModuleNotFoundError as error:
            raise self.failure(f"its plugin is not installed ({error.name}); pip install {package}") from error
        except AttributeError as error:
            raise self.failure(f"its plugin has no {self.does}") from error
        except Exception as error:  # whatever its modules do when they are loaded
            raise self.failure(f"its plugin cannot be loaded ({type(error).__name__}); update {package}") from error
        if not (isinstance(kind, type) and issubclass(kind, self.kind)):
            raise self.failure(f"its plugin has no {self.does}")
        found: type[Made] = kind
        return found
