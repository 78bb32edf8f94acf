"""The server: tables that never lose a move, over HTTP and WebSocket. The protocol is in ``docs/protocol.md``.

settings       environment        messages   the wire              schema   JSON Schema, OpenAPI
run  app       process, wiring    http       HTTP calls            socket   connections
tables  table  registry, mailbox  commands   what a mailbox takes  plan     what a table does by itself
seats  frames  pure changes, pure messages   stored  store  database  migrations   what is kept, and where
workers        bots               clock  limits  tokens  metrics  logs  tasks  static
"""
