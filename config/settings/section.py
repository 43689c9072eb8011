"""What the sections of the settings are made of: frozen records, web addresses, names of variables that hold keys."""

from __future__ import annotations

from typing import Annotated
from urllib.parse import urlsplit

from pydantic import AfterValidator, BaseModel, ConfigDict, Field


class Section(BaseModel):
    """Unknown keys are refused, values do not change."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


def web_address(url: str) -> str:
    """The address itself; what is wrong with it is said without it, for it may hold a password."""
    try:
        parts = urlsplit(url)
        whole = parts.scheme in ("http", "https") and parts.hostname and (parts.port or 1)
    except ValueError:
        whole = False
    if not whole:
        raise ValueError("not an address such as http://localhost:8000/v1")
    if "@" in parts.netloc or parts.query or parts.fragment:
        raise ValueError("an address holds no password, query or fragment; name the key's variable in key_variable")
    return url


WebAddress = Annotated[str, AfterValidator(web_address)]
KeyVariable = Annotated[str, Field(pattern=r"^([A-Z_][A-Z0-9_]*)?$", max_length=60)]
