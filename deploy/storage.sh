#!/bin/sh
# Makes the service's key and its bucket, which is all that the key may use. Safe to repeat.
set -eu

versitygw admin list-users | grep -q "^$S3_ACCESS_KEY_ID[[:space:]]" ||
  versitygw admin create-user --access "$S3_ACCESS_KEY_ID" --secret "$S3_SECRET_ACCESS_KEY" --role user
versitygw admin list-buckets | grep -q "^$S3_BUCKET[[:space:]]" ||
  versitygw admin create-bucket --bucket "$S3_BUCKET" --owner "$S3_ACCESS_KEY_ID"
