ALTER TABLE "translation_written" ADD COLUMN "published" jsonb;
--> statement-breakpoint
ALTER TABLE "translation_task" ADD COLUMN "is_half_read" boolean NOT NULL DEFAULT false;
