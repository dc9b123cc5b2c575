ALTER TABLE "working_copy" ADD COLUMN "made_from" jsonb;
--> statement-breakpoint
ALTER TABLE "translation_task" DROP COLUMN "offers";
--> statement-breakpoint
ALTER TABLE "translation_task" DROP CONSTRAINT "translation_task_status";
--> statement-breakpoint
ALTER TABLE "translation_task" ADD CONSTRAINT "translation_task_status" CHECK (status in ('queued', 'translating', 'saved', 'published', 'fallback', 'failed', 'cancelled'));
