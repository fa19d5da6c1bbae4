"""Whole games played: one told as a war diary, many measured."""
