ALTER TABLE "translation_run" ADD COLUMN "reading_tokens_in" integer;
--> statement-breakpoint
ALTER TABLE "translation_run" ADD COLUMN "reading_tokens_out" integer;
