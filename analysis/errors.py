"""The error of a request that cannot be met: one line that names the place, the value and what was expected."""


class KesselError(ValueError):
    """Bad input at the border: a study file, a run, the warehouse, a report."""
