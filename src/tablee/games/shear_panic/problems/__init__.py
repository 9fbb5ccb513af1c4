"""Problems of Shear Panic for one player: book, solver, certificate, checker, hints, composer."""
