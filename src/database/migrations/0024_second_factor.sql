CREATE TABLE "second_factor" (
  "user_id" text PRIMARY KEY REFERENCES "account_user" ("id") ON DELETE CASCADE,
  "secret" text NOT NULL,
  "recovery_codes" text[] NOT NULL,
  "last_step" integer NOT NULL,
  "created_at" timestamptz(3) NOT NULL DEFAULT now()
);
