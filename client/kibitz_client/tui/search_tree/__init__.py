"""A searched tree as text, node by node and step by step, as pure functions. No Textual."""
