"""What the site says of itself and of its dice."""

from __future__ import annotations

from tests.site.walk.row import Row

ROWS = (
    Row("help"),
    Row("webhooks"),
    Row("features"),
    Row("faq"),
    Row("favicon.ico", get="302"),
    Row("manifest", public=True),
    Row("worker"),
    Row("offline"),
    Row("status", get="200, 200 suspended", post="405, 405 suspended", public=True),
    Row("dicepool:index", query="serial page"),
    Row("dicepool:batches_json", public=True),
    Row("dicepool:batch", "batch"),
    Row("dicepool:batch", "used-up"),
    Row("dicepool:batch", "0", get="404"),
    Row("dicepool:batch_json", "batch", get="404"),
    Row("dicepool:batch_json", "used-up", public=True),
    Row("dicepool:roll", "serial"),
    Row("dicepool:roll", "sealed", get="404"),
    Row("dicepool:roll_json", "serial", public=True),
    Row("dicepool:roll_json", "sealed", get="404"),
    Row("dicepool:proofs_json", get="400", query="serials"),
    Row("dicepool:observatory"),
    Row("dicepool:day", "day"),
    Row("dicepool:checkpoint", public=True, query="tree"),
    Row("dicepool:key", public=True),
    Row("dicepool:entries_json", public=True, query="tree first count"),
    Row("dicepool:inclusion_json", get="400", query="tree index size"),
    Row("dicepool:consistency_json", get="400", query="tree old new"),
    Row("dicepool:witnesses"),
    Row("dicepool:witnesses_json", public=True),
    Row("dicepool:cosign", get="405", post="400", form={"note": "x"}),
    Row("dicepool:log", query="page"),
    Row("dicepool:segment", "segment", public=True),
    Row("dicepool:segment", "0", get="404"),
    Row("dicepool:metrics", get="403, 200 clerk staff superuser"),
)
