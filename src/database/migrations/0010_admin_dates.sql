DROP INDEX "post_admin_list";
--> statement-breakpoint
DROP INDEX "post_admin_status";
--> statement-breakpoint
CREATE INDEX "post_admin_date" ON "post" ("locale", coalesce("published_at", "created_at") DESC, "id" DESC);
--> statement-breakpoint
CREATE INDEX "post_admin_status_date" ON "post" ("locale", "status", coalesce("published_at", "created_at") DESC, "id" DESC);
