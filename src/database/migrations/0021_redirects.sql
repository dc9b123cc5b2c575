CREATE TABLE "redirect" (
  "path" text NOT NULL,
  "query" text NOT NULL DEFAULT '',
  "post_id" uuid NOT NULL REFERENCES "post" ("id") ON DELETE CASCADE,
  PRIMARY KEY ("path", "query")
);
--> statement-breakpoint
CREATE INDEX "redirect_post" ON "redirect" ("post_id");
