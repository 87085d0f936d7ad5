"""A house on the network, from Python."""

from ludotheque.interop.house.house_client import House as House
from ludotheque.interop.house.house_client import Link as Link
from ludotheque.interop.house.house_client import checked as checked
