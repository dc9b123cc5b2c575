ALTER TABLE "post" ADD COLUMN "kind" text NOT NULL DEFAULT 'post';
--> statement-breakpoint
ALTER TABLE "post" ADD CONSTRAINT "post_kind" CHECK (kind in ('post', 'page'));
--> statement-breakpoint
DROP INDEX "post_list";
--> statement-breakpoint
DROP INDEX "post_admin_date";
--> statement-breakpoint
DROP INDEX "post_admin_status_date";
--> statement-breakpoint
CREATE INDEX "post_list" ON "post" ("locale", "published_at" DESC NULLS FIRST, "id" DESC NULLS FIRST)
  WHERE status = 'published' AND kind = 'post';
--> statement-breakpoint
CREATE INDEX "post_admin_date" ON "post" ("locale", coalesce(published_at, created_at) DESC, "id" DESC NULLS FIRST)
  WHERE kind = 'post';
--> statement-breakpoint
CREATE INDEX "post_admin_status_date" ON "post" ("locale", "status", coalesce(published_at, created_at) DESC, "id" DESC NULLS FIRST)
  WHERE kind = 'post';
--> statement-breakpoint
CREATE INDEX "post_page" ON "post" ("article_id") WHERE kind = 'page';
