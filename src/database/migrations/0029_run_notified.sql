ALTER TABLE "translation_run" ADD COLUMN "notified_at" timestamp(3) with time zone;
