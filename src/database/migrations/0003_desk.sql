ALTER TABLE "post" ADD COLUMN "scheduled_at" timestamp(3) with time zone;
--> statement-breakpoint
ALTER TABLE "post" ADD CONSTRAINT "post_scheduled_at" CHECK (scheduled_at is null or status = 'draft');
--> statement-breakpoint
CREATE TABLE "working_copy" (
  "post_id" uuid PRIMARY KEY REFERENCES "post" ("id") ON DELETE CASCADE,
  "fields" jsonb NOT NULL,
  "author_id" text,
  "updated_at" timestamp(3) with time zone NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE TABLE "revision" (
  "id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  "post_id" uuid NOT NULL REFERENCES "post" ("id") ON DELETE CASCADE,
  "version" integer NOT NULL,
  "kind" text NOT NULL,
  "fields" jsonb NOT NULL,
  "author_id" text,
  "author_name" text NOT NULL DEFAULT '',
  "created_at" timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "revision_kind" CHECK (kind in ('autosaved', 'saved', 'published', 'restored'))
);
--> statement-breakpoint
CREATE INDEX "revision_post" ON "revision" ("post_id", "version" DESC);
--> statement-breakpoint
CREATE INDEX "post_scheduled" ON "post" ("scheduled_at") WHERE scheduled_at is not null;
--> statement-breakpoint
CREATE INDEX "post_admin_status" ON "post" ("locale", "status", "created_at" DESC);
