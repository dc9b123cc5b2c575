ALTER TABLE "working_copy" ADD COLUMN "made_from" jsonb;
