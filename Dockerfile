# One image for web, events, worker, beat, keeper and the migrations; docker-compose.yml says which it is. A second
# one for backups has Postgres's programs besides.
FROM python:3.13-slim AS build
WORKDIR /app
COPY requirements/base.txt requirements/
RUN python -m venv /venv && /venv/bin/pip install --no-cache-dir --require-hashes -r requirements/base.txt
COPY . .
# Static files are laid out once, here. None of these values is a secret, and none of them is kept.
RUN DATABASE_URL=postgres://none/none REDIS_URL=redis://none SECRET_KEY=none ALLOWED_HOSTS=none \
    DICE_KEYS=1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA= \
    DICE_LOG_KEY=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA= STATIC_ROOT=/app/static-root BOATZEE_VAR=/tmp/var \
    /venv/bin/python manage.py collectstatic --noinput
RUN /venv/bin/python -m boatzee_site.catalogues.compiling
# Containers cannot write beside the code: what is not compiled here is compiled again at every start.
RUN /venv/bin/python -m compileall -q .

FROM python:3.13-slim AS site
RUN useradd --system --uid 10001 --no-create-home boatzee && install -d -o boatzee -m 700 /run/boatzee /var/lib/boatzee-log /var/lib/boatzee-tables /var/lib/boatzee-dumps /var/lib/boatzee-backups /var/lib/boatzee-drill /var/lib/boatzee
COPY --from=build /venv /venv
COPY --from=build /app /app
WORKDIR /app
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 \
    STATIC_ROOT=/app/static-root BOATZEE_VAR=/tmp/var DICE_MEMORY=/var/lib/boatzee/dice \
    DICE_LOG=/var/lib/boatzee-log ANALYSIS_DIR=/var/lib/boatzee-tables DUMPS_DIR=/var/lib/boatzee-dumps \
    BACKUP_DIR=/var/lib/boatzee-backups BACKUP_SCRATCH=/var/lib/boatzee-drill HOST=0.0.0.0 PORT=8000
USER boatzee
CMD ["gunicorn", "boatzee_site.wsgi"]

FROM site AS backup
USER root
# What the image of Postgres sorts text by: without it a database of there cannot be opened here.
RUN apt-get update && apt-get install -y --no-install-recommends locales && rm -rf /var/lib/apt/lists/* \
    && localedef -i en_US -c -f UTF-8 -A /usr/share/locale/locale.alias en_US.UTF-8
RUN /venv/bin/pip install --no-cache-dir --require-hashes -r requirements/local.txt
USER boatzee
