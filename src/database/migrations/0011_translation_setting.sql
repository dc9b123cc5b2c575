CREATE TABLE "translation_setting" (
  "id" integer PRIMARY KEY DEFAULT 1,
  "shows_machine_note" boolean NOT NULL DEFAULT false,
  "updated_at" timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "translation_setting_one" CHECK (id = 1)
);
