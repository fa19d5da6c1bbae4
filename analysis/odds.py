"""Exact combat odds, by the name that README uses: ``from analysis.odds import odds``."""

from analysis.fights.odds import Wider as Wider
from analysis.fights.odds import answered as answered
from analysis.fights.odds import as_json as as_json
from analysis.fights.odds import consequences as consequences
from analysis.fights.odds import odds as odds
from analysis.fights.odds import options as options
from analysis.fights.odds import outcomes as outcomes
from analysis.fights.odds import wider as wider
