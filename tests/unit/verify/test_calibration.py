"""Calibration: confidences that were too low for deep trees become the shares that were right."""

import numpy as np
import pytest

from config.errors import ConfigError
from planning.verify.calibration import Calibration, Outcome, fit, fitted_for, load
from planning.verify.policy import Policy
from tests.unit.verify.scripted import Player, played


def shrunk(count: int, seed: int = 1) -> list[Outcome]:
    """Verdicts right as often as their judges say, whose confidence was multiplied down the tree."""
    random = np.random.default_rng(seed)
    found = []
    for place in range(count):
        depth, truth = place % 3, random.uniform(0.55, 0.99)
        found.append(Outcome(float(truth ** (depth + 1)), bool(random.random() < truth), depth))
    return found


@pytest.mark.parametrize(("count", "method"), [(300, "isotonic"), (900, "isotonic")])
def test_products_are_put_right_by_depth(count, method):
    found = fit(shrunk(count), "m")
    assert found.by_depth[0].method == ("isotonic" if count / 3 >= 150 else "temperature")
    assert found.whole.method == method
    assert found.brier_after < found.brier_before
    assert found(0.73, 2) == pytest.approx(0.9, abs=0.12)
    assert found(0.73, 0) == pytest.approx(0.73, abs=0.12)


def test_the_order_of_confidences_stays(tmp_path):
    for count in (120, 900):
        found = fit(shrunk(count), "m")
        for depth in range(4):
            risen = [found(one / 50, depth) for one in range(51)]
            assert risen == sorted(risen) and risen[0] > 0 and risen[-1] < 1


def test_too_few_or_all_alike_are_refused():
    with pytest.raises(ConfigError, match="5 labelled verdicts"):
        fit(shrunk(5), "m")
    with pytest.raises(ConfigError, match="right ones and wrong ones"):
        fit([Outcome(0.5, True, 0)] * 40, "m")


def test_it_is_read_back_and_a_damaged_file_is_told(tmp_path):
    path = tmp_path / "c.json"
    assert load(path) is None
    found = fit(shrunk(60), "m")
    path.write_text(found.model_dump_json(by_alias=True))
    assert load(path) == found
    path.write_text("{}")
    with pytest.raises(ConfigError, match=r"c\.json: "):
        load(path)


def test_it_is_applied_only_to_what_it_was_fitted_for():
    record = played(Player(), Policy(depth=1))
    fitted = fit(shrunk(60), fitted_for(record))
    done = fitted.applied(record)
    assert done.calibrated and done.raw_confidence == record.confidence != done.confidence
    assert "temperature on 60 claims" in done.calibration
    other = Calibration.model_validate(fitted.model_dump() | {"fitted_for": "another model"})
    assert other.applied(record) == record and not record.calibrated
