CREATE TABLE "api_key" (
  "id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  "name" text NOT NULL,
  "digest" text NOT NULL UNIQUE,
  "per_minute" integer NOT NULL,
  "ends_on" date,
  "last_used_on" date,
  "created_at" timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "api_key_per_minute" CHECK (per_minute between 1 and 2000)
);
