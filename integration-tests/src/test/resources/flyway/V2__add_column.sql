ALTER TABLE invoice ADD COLUMN paid BOOLEAN DEFAULT FALSE NOT NULL;
UPDATE invoice SET paid = TRUE WHERE id = 1;
CREATE INDEX invoice_customer ON invoice (customer);
