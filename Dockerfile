# The bot without its playground. Built and started by compose.yaml; docs/hosting.md says more.
# The workflow `test.yml` builds it and runs what it makes.

FROM python:3.13-slim AS build
WORKDIR /src
COPY pyproject.toml constraints.txt requirements.txt requirements-build.txt ./
COPY README.md LICENSE PRIVACY.md TERMS.md CHANGELOG.md ./
COPY .env.example compose.yaml ./
COPY deploy ./deploy
COPY rules ./rules
COPY renderer ./renderer
COPY storage ./storage
COPY bot ./bot
# Without pip: nothing is to be installed later.
RUN python -m venv --without-pip /opt/bot
# Only files whose hash is in the lock, which `make lock` writes; none of them is built here.
RUN python -m pip --python /opt/bot/bin/python install --no-cache-dir --only-binary :all: --require-hashes -r requirements.txt
RUN python -m venv /opt/build
RUN /opt/build/bin/python -m pip install --no-cache-dir --only-binary :all: --require-hashes -r requirements-build.txt
RUN /opt/build/bin/python -m pip wheel --no-index --no-deps --no-build-isolation --wheel-dir /opt/wheels .
RUN python -m pip --python /opt/bot/bin/python install --no-cache-dir --no-index --no-deps /opt/wheels/*.whl
# What the bot writes to, owned by whom it runs as: a new volume takes that over.
RUN mkdir -m 700 /data /backups

FROM python:3.13-slim
COPY --from=build /opt/bot /opt/bot
COPY --from=build --chown=10001:10001 /data /data
COPY --from=build --chown=10001:10001 /backups /backups
ENV PATH=/opt/bot/bin:$PATH
ENV PYTHONUNBUFFERED=1
ENV PYTHONDONTWRITEBYTECODE=1
ENV CARCASSONNE_DATABASE=/data/carcassonne.sqlite3
# Where SQLite may put what it needs for a moment, as everything else is read-only.
ENV SQLITE_TMPDIR=/data
USER 10001:10001
WORKDIR /data
VOLUME /data
STOPSIGNAL SIGTERM
# Healthy is: connected to Discord, and the database answers.
HEALTHCHECK --interval=30s --timeout=10s --start-period=120s --retries=3 CMD ["carcassonne", "health"]
# Docker would start it again for ever after a wrong token: it stays, says why, and connects no more.
CMD ["carcassonne", "run", "--wait-on-fatal-error"]
