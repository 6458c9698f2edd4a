"""What a searched tree says, node by node and step by step, as pure functions. No Textual."""
