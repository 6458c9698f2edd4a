"""Compilation of the functions of a search that only other functions of it call.

By itself numba makes machine code of each function, and again of each caller that it is inlined into. Here only the
entry becomes machine code. This extends private classes of numba; the dependency is pinned to a minor version for this
reason.
"""

from typing import Any

from numba._dynfunc import make_function
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder, _LowerResult
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.typed_passes import NativeLowering


class PartOfCallers(JITCodeLibrary):
    """Code that becomes machine code in the entries that it is linked into.

    If it is inlined, it is optimised before. Otherwise searches were up to an eighth slower.
    """

    inlined = True

    def _optimize_final_module(self) -> None:
        """Leave functions that are called to the optimisation of the entry."""
        if self.inlined:
            super()._optimize_final_module()

    def _finalize_final_module(self) -> None:
        """Make no machine code."""
        self._finalize_dynamic_globals()
        self._finalized = True


@register_pass(mutates_CFG=True, analysis_only=False)
class LoweringForCallers(NativeLowering):
    """Last pass of the compiler, without machine code."""

    _name = "lowering_for_callers"

    def run_pass(self, state: Any) -> bool:
        """Write the code of a function, and make it known to its callers."""
        state.library = PartOfCallers(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        state.library.inlined = bool(state.flags.forceinline)
        state.flags.no_compile = True
        super().run_pass(state)
        lowered = state["cr"]
        nowhere = make_function(
            lowered.fndesc.lookup_module(), lowered.fndesc.qualname, "", 0, lowered.env, (state.library,)
        )
        state.targetctx.insert_user_function(nowhere, lowered.fndesc, [state.library])
        state["cr"] = _LowerResult(lowered.fndesc, lowered.call_helper, cfunc=nowhere, env=lowered.env)
        return True


class CompilerForCallers(CompilerBase):
    """Compiler of numba with that pass in the place of its own."""

    def define_pipelines(self) -> list[PassManager]:
        """Return the passes."""
        manager = PassManager("for callers")
        for each, why in DefaultPassBuilder.define_nopython_pipeline(self.state).passes:
            manager.add_pass(LoweringForCallers if each is NativeLowering else each, why)
        manager.finalize()
        return [manager]
