"""Supply: the roads that feed an army, raids on them, and guards over them."""
