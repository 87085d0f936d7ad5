"""The games as PettingZoo environments: `env("makabana", players=4)`, or `mabula_v1.env()`."""

from ludotheque.interop.pettingzoo.environment import Environment as Environment
from ludotheque.interop.pettingzoo.environment import __getattr__ as __getattr__
from ludotheque.interop.pettingzoo.environment import env as env
from ludotheque.interop.pettingzoo.environment import raw_env as raw_env
