"""Thousands of games at once, for people who train."""

from ludotheque.interop.batch.games_batch import Batch as Batch
