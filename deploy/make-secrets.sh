#!/bin/sh
# Writes .env with new secrets, and a certificate for the mail catcher. Touches nothing that is there.
set -eu
cd "$(dirname "$0")/.."
umask 077

if [ -e .env ]; then
  echo 'There is a .env already; it is left as it is.'
else
  draft=$(mktemp .env.XXXXXX)
  sed -n '/^[A-Z]/p' .env.example | while IFS='=' read -r name _; do
    case $name in
      SECRET_KEY) value=$(openssl rand -base64 32) ;;
      PUBLIC_URL) value=http://127.0.0.1:8080 ;;
      *) value=$(openssl rand -hex 24) ;;
    esac
    printf '%s=%s\n' "$name" "$value"
  done >"$draft"
  mv "$draft" .env
  echo 'Wrote .env.'
fi

if [ ! -e deploy/secrets/mail-catcher.crt ]; then
  mkdir -p deploy/secrets
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 825 -subj /CN=mail-catcher \
    -addext subjectAltName=DNS:mail-catcher -keyout deploy/secrets/mail-catcher.key \
    -out deploy/secrets/mail-catcher.crt 2>/dev/null
  # The containers that read them run as users of their own.
  chmod 755 deploy/secrets && chmod 644 deploy/secrets/mail-catcher.crt deploy/secrets/mail-catcher.key
  echo 'Wrote deploy/secrets/mail-catcher.crt.'
fi
