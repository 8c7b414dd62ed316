-- The logins of the profile `postgres` in compose.yaml, which the first start of its image runs as a superuser. The owner needs no
-- CREATEROLE, because the role of the application is there already.
\getenv owner_password DATABASE_OWNER_PASSWORD
\getenv app_password DATABASE_APP_PASSWORD

CREATE ROLE lightstick_app NOLOGIN;
CREATE ROLE lightstick LOGIN PASSWORD :'owner_password' IN ROLE lightstick_app;
CREATE ROLE lightstick_server LOGIN PASSWORD :'app_password' IN ROLE lightstick_app;
ALTER DATABASE lightstick OWNER TO lightstick;
