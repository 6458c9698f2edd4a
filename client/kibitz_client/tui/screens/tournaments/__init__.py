"""The screens about tournaments: their list, one of them with its tabs, and the form for a new one."""
