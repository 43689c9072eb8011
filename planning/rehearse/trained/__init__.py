"""Impact scored by reward models that are trained here: on trees that people have judged."""
