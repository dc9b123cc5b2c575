ALTER TABLE "translation_run" ADD COLUMN "rule" text;
--> statement-breakpoint
ALTER TABLE "translation_run" ADD COLUMN "rule_attempt" integer NOT NULL DEFAULT 0;
--> statement-breakpoint
ALTER TABLE "translation_run" ADD CONSTRAINT "translation_run_rule" CHECK (rule in ('publish', 'change', 'nightly'));
--> statement-breakpoint
CREATE INDEX "translation_run_article" ON "translation_run" ("article_id", "created_at" DESC);
--> statement-breakpoint
CREATE INDEX "post_original_updated" ON "post" ("updated_at") WHERE kind = 'post' and status = 'published' and source_locale is null;
--> statement-breakpoint
ALTER TABLE "revision" ADD COLUMN "rule" text;
--> statement-breakpoint
ALTER TABLE "revision" DROP CONSTRAINT "revision_kind";
--> statement-breakpoint
ALTER TABLE "revision" ADD CONSTRAINT "revision_kind" CHECK (kind in ('autosaved', 'saved', 'published', 'restored', 'translation_started'));
