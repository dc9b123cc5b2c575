ALTER TABLE "translation_run" ADD COLUMN "text_tokens_in" integer;
--> statement-breakpoint
ALTER TABLE "translation_run" ADD COLUMN "text_tokens_out" integer;
