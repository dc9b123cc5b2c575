ALTER TABLE "post" ADD COLUMN "save_id" uuid;
