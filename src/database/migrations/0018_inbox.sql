CREATE TABLE "contact_message" (
  "id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  "received_at" timestamp(3) with time zone NOT NULL,
  "delete_at" timestamp(3) with time zone NOT NULL,
  "status" text NOT NULL DEFAULT 'new',
  "replied_at" timestamp(3) with time zone,
  "content" text NOT NULL,
  CONSTRAINT "contact_message_status" CHECK (status in ('new', 'read', 'done'))
);
--> statement-breakpoint
CREATE INDEX "contact_message_date" ON "contact_message" ("received_at" DESC, "id");
--> statement-breakpoint
CREATE INDEX "contact_message_new" ON "contact_message" ("status") WHERE status = 'new';
