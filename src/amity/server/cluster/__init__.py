"""Several nodes with one PostgreSQL and one Redis: any node serves any client of any table.

PostgreSQL is the truth (:mod:`.postgres`). It says who carries a table out (:mod:`.leases`); whoever is somewhere else
reaches it through Redis (:mod:`.bus`, :mod:`.remote`), which may lose what it likes: nothing is known from it alone.
"""
