"""How kernels are compiled and cached on disk."""
