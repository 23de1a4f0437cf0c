-- Portico's role and database, once, on the primary: sudo -u postgres psql -p 5432 -f portico.sql
CREATE ROLE portico LOGIN PASSWORD 'PORTICO-PASSWORD';
CREATE DATABASE portico OWNER portico ENCODING 'UTF8' TEMPLATE template0;
