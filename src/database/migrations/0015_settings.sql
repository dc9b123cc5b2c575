CREATE TABLE "setting" (
  "name" text PRIMARY KEY,
  "value" text NOT NULL,
  "updated_at" timestamp(3) with time zone NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE TABLE "setting_change" (
  "id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  "changed_at" timestamp(3) with time zone NOT NULL DEFAULT now(),
  "user_name" text NOT NULL,
  "name" text NOT NULL,
  "before" text,
  "after" text
);
--> statement-breakpoint
CREATE INDEX "setting_change_date" ON "setting_change" ("changed_at" DESC, "id");
