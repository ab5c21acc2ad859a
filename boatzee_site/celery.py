"""The Celery application, and the one place where the beat schedule stands."""

import os

from celery import Celery
from celery.schedules import crontab

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "boatzee_site.settings")

app = Celery("boatzee_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

app.conf.beat_schedule = {
    "keep the time of matches": {"task": "games.tasks.keep_time", "schedule": 30.0},
    "find opponents": {"task": "games.tasks.match_up", "schedule": 15.0},
    "send what is to be told": {"task": "accounts.tasks.deliver", "schedule": 10.0},
    "look after events": {"task": "ladders.tasks.look_after", "schedule": 60.0},
    "look over events at night": {
        "task": "ladders.tasks.every_night",
        "schedule": crontab(hour=4, minute=40),
    },
    "begin a week on ladders": {
        "task": "ladders.tasks.every_week",
        "schedule": crontab(day_of_week="mon", hour=0, minute=5),
    },
    "forget old notices": {
        "task": "accounts.tasks.forget_old_notices",
        "schedule": crontab(hour=3, minute=10),
    },
    "clear what expired": {
        "task": "boatzee_site.tasks.clear_expired",
        "schedule": crontab(hour=3, minute=40),
    },
    "forget guests": {"task": "games.tasks.forget_guests", "schedule": crontab(hour=3, minute=20)},
    "top up the dice pool": {"task": "dicepool.tasks.top_up", "schedule": 60.0},
    "count the dice of yesterday": {"task": "dicepool.tasks.count_days", "schedule": crontab(minute=20)},
}
