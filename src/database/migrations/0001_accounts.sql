CREATE TABLE "account_user" (
  "id" text PRIMARY KEY,
  "email" text NOT NULL UNIQUE,
  "name" text NOT NULL,
  "role" text NOT NULL,
  "locale" text NOT NULL DEFAULT 'en',
  "created_at" timestamptz(3) NOT NULL DEFAULT now(),
  "updated_at" timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT "account_user_role" CHECK ("role" in ('owner', 'editor', 'author')),
  CONSTRAINT "account_user_locale" CHECK ("locale" in ('en', 'es', 'pt', 'fr', 'de', 'it', 'zh', 'vi', 'id', 'th'))
);
--> statement-breakpoint
CREATE TABLE "account_credential" (
  "id" text PRIMARY KEY,
  "user_id" text NOT NULL REFERENCES "account_user" ("id") ON DELETE CASCADE,
  "account_id" text NOT NULL,
  "provider_id" text NOT NULL,
  "password" text NOT NULL,
  "created_at" timestamptz(3) NOT NULL DEFAULT now(),
  "updated_at" timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT "account_credential_user" UNIQUE ("user_id", "provider_id")
);
--> statement-breakpoint
CREATE TABLE "account_session" (
  "id" text PRIMARY KEY,
  "user_id" text NOT NULL REFERENCES "account_user" ("id") ON DELETE CASCADE,
  "token" text NOT NULL UNIQUE,
  "expires_at" timestamptz(3) NOT NULL,
  "user_agent" text NOT NULL DEFAULT '',
  "created_at" timestamptz(3) NOT NULL DEFAULT now(),
  "updated_at" timestamptz(3) NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE INDEX "account_session_user" ON "account_session" ("user_id");
--> statement-breakpoint
CREATE TABLE "account_link" (
  "id" text PRIMARY KEY,
  "kind" text NOT NULL,
  "digest" text NOT NULL UNIQUE,
  "email" text,
  "role" text,
  "user_id" text REFERENCES "account_user" ("id") ON DELETE CASCADE,
  "created_at" timestamptz(3) NOT NULL DEFAULT now(),
  "expires_at" timestamptz(3) NOT NULL,
  CONSTRAINT "account_link_kind" CHECK ("kind" in ('owner', 'invitation', 'reset'))
);
--> statement-breakpoint
CREATE INDEX "account_link_user" ON "account_link" ("user_id");
--> statement-breakpoint
CREATE TABLE "account_attempt" (
  "key" text PRIMARY KEY,
  "times" jsonb NOT NULL DEFAULT '[]',
  "updated_at" timestamptz(3) NOT NULL DEFAULT now()
);
