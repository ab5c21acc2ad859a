-- Makes the site's role, an ordinary one that owns its database and nothing else. Run by a superuser over the
-- server's own socket: by docker-compose at the first start, by the embedded Postgres of a local site, and once
-- by hand where the role is a superuser still, as in releases before this one:
--   docker-compose exec postgres psql -X -U boatzee -d postgres -f /docker-entrypoint-initdb.d/owner.sql
-- It may run again at any time. POSTGRES_PASSWORD in the environment becomes the role's password.
\set ON_ERROR_STOP on
SET client_min_messages = warning;

-- The role that initdb made cannot be made ordinary, but it can have another name.
DROP ROLE IF EXISTS boatzee_handover;
SELECT rolname = 'boatzee' AS old FROM pg_roles WHERE oid = 10 \gset
\if :old
CREATE ROLE boatzee_handover SUPERUSER LOGIN;
\connect - boatzee_handover
ALTER ROLE boatzee RENAME TO postgres;
\connect - postgres
DROP ROLE boatzee_handover;
SET client_min_messages = warning;
\endif

SELECT 'CREATE ROLE boatzee' WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'boatzee') \gexec
ALTER ROLE boatzee LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS;
-- Whoever watches is told by the site how far standbys are behind.
GRANT pg_read_all_stats TO boatzee;
-- Takes backups: it may copy the server's files by the server's own socket, and has no password.
SELECT 'CREATE ROLE boatzee_backup' WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'boatzee_backup') \gexec
ALTER ROLE boatzee_backup LOGIN REPLICATION NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS PASSWORD NULL;
\getenv password POSTGRES_PASSWORD
\if :{?password}
ALTER ROLE boatzee PASSWORD :'password';
-- Nobody comes in as the superuser over the network.
ALTER ROLE CURRENT_USER PASSWORD NULL;
\endif
SELECT 'CREATE DATABASE boatzee OWNER boatzee'
    WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = 'boatzee') \gexec
ALTER DATABASE boatzee OWNER TO boatzee;

-- What a superuser made in there, but for extensions and for sequences that go with their table.
\connect boatzee
SELECT format('ALTER %s %s OWNER TO boatzee', CASE relkind WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END, oid::regclass)
    FROM pg_class c
    WHERE relowner = 10 AND relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'S')
    AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = c.oid
        AND (deptype = 'e' OR relkind = 'S' AND deptype IN ('a', 'i')))
    ORDER BY relkind = 'S', oid \gexec
SELECT format('ALTER ROUTINE %s OWNER TO boatzee', oid::regprocedure)
    FROM pg_proc p
    WHERE proowner = 10 AND pronamespace = 'public'::regnamespace
    AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_proc'::regclass AND objid = p.oid AND deptype = 'e')
    \gexec
