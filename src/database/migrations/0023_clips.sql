CREATE TABLE "clip" (
  "id" uuid PRIMARY KEY,
  "digest" text NOT NULL UNIQUE,
  "format" text NOT NULL,
  "bytes" integer NOT NULL,
  "created_at" timestamptz(3) NOT NULL DEFAULT now()
);
