#!/bin/sh
# Makes the namespace TEMPORAL_NAMESPACE, unless it is there. Workers register its search attributes and schedules.
set -eu

temporal operator namespace describe --namespace "$TEMPORAL_NAMESPACE" >/dev/null 2>&1 ||
  temporal operator namespace create --namespace "$TEMPORAL_NAMESPACE" --retention "$TEMPORAL_RETENTION"
