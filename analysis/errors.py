"""The error of a request that cannot be met: one line that names the place, the value and what was expected."""

from sim.errors import BorderError

KesselError = BorderError
"""Bad input at the border: a study file, a run, the warehouse, a report. The border has one error for all of them."""
