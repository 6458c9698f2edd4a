"""What is accepted from outside: bounds of values, legible text, and sentences for refused values."""
