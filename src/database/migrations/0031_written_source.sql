ALTER TABLE "translation_written" ADD COLUMN "source_digest" text;
--> statement-breakpoint
ALTER TABLE "translation_written" ADD COLUMN "published" jsonb;
--> statement-breakpoint
UPDATE "translation_written" w SET "source_digest" = coalesce(c."made_from" ->> 'digest', p."source_digest")
FROM "post" p LEFT JOIN "working_copy" c ON c."post_id" = p."id" WHERE p."id" = w."post_id";
