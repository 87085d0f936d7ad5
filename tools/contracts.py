"""Contract for import-linter over all games that are found."""

from grimp import ImportGraph
from importlinter import fields
from importlinter.contracts.independence import IndependenceContract
from importlinter.domain.contract import ContractCheck
from importlinter.domain.imports import ModuleExpression


class GamesContract(IndependenceContract):
    """No game imports another: its modules are the folders that have a manifest."""

    type_name = "games"

    modules = fields.SetField(subfield=fields.ModuleExpressionField(), required=False)

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        folders = {
            name.removesuffix(".manifest") for name in graph.find_matching_modules("ludotheque.games.*.manifest")
        }
        self.modules = {ModuleExpression(folder) for folder in folders}
        return super().check(graph, verbose)
