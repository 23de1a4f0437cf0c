"""One page, which says who is signed in. A guide's lines are appended."""

from django.http import HttpResponse
from django.urls import include, path

urlpatterns = [path("", lambda request: HttpResponse(request.user.is_authenticated and request.user.get_full_name()))]
