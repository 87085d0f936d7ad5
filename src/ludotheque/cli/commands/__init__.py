"""The commands of `ludotheque`, each in the module that has its name or its subject."""
