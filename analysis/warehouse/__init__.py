"""The warehouse: built, loaded, carried over, read."""

from analysis.warehouse.build import build as build
from analysis.warehouse.build import content_hash as content_hash
from analysis.warehouse.build import open_warehouse as open_warehouse
