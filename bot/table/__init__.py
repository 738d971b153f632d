"""Tables: what their logs mean, and what players may do at them."""
